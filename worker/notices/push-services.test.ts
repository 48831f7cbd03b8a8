import { expect, test } from 'vitest'
import { toPushAddress } from './push-services.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def_-',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQ',
  'https://api.push.apple.com/QGuQ',
  'https://jmt17.google.com/fcm/send/abc:def_-',
  'https://wns2-by3p.notify.windows.com/w/?token=BQYAAAD%2b',
])('T61 %s is a browser’s push service', (endpoint) => {
  expect(toPushAddress(endpoint, '')).toBe(endpoint)
})

/** Endpoints that would lead a careless server elsewhere (SSRF). */
test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/fcm/send/x',
  'https://fcm.googleapis.com@evil.example/',
  'https://user:secret@fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.evil.example/',
  'https://evil.example/fcm.googleapis.com',
  'https://evil.example#fcm.googleapis.com',
  'https://evil.example\\@fcm.googleapis.com/',
  'https://fcm.googleapis.com#x',
  'https://fcm.googleapis.com./fcm/send/x',
  'https://evilfcm.googleapis.com/',
  'https://googleapis.com/',
  'https://storage.googleapis.com/somebody/x',
  'https://notify.windows.com/',
  'https://push.apple.com/',
  'https://evilpush.apple.com/',
  'https://google.com/fcm/send/x',
  'https://notify.windows.com.evil.example/',
  'https://evilnotify.windows.com/',
  'https://evil.example/.notify.windows.com',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://127.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://10.0.0.1/',
  'https://push.localhost/x',
  'https://push.localhost.evil.example/x',
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'gopher://fcm.googleapis.com/',
  '//fcm.googleapis.com/fcm/send/x',
  '/fcm/send/x',
  '',
])('T61 %s gets no request', (endpoint) => {
  expect(toPushAddress(endpoint, '')).toBeNull()
})

test('T61 the local push service must be on this machine', () => {
  const endpoint = 'https://push.localhost/a?b'
  expect(toPushAddress(endpoint, 'http://127.0.0.1:1234')).toBe('http://127.0.0.1:1234/a?b')
  expect(toPushAddress(endpoint, 'https://push.example')).toBeNull()
  expect(toPushAddress(endpoint, 'http://10.0.0.1')).toBeNull()
  expect(toPushAddress('https://evil.example/', 'http://127.0.0.1:1234')).toBeNull()
})
