import type * as portuguese from '../safety.ts'
import type { Translated } from '../translated.ts'
import { sharedTexts } from './shared.ts'

export const safetyTexts: Translated<typeof portuguese.safetyTexts> = {
  title: sharedTexts.safety,
  intro: 'Four tools of yours, what the bar’s staff can see, and whom to call.',
  now: 'In danger now?',
  nowHint:
    'Go to the bar counter and talk to someone on the staff. If it is someone on the staff, or if you prefer, call. It is free:',
  tools: 'What you can do',
  where: 'Where',
  who: 'Who knows',
  kept: 'What is kept',
  barSees: 'What the bar sees',
  meeting: 'Before you get up from your table',
  more: 'Everything we keep, and for how long:',
}

export const EMERGENCY_NUMBERS: Translated<typeof portuguese.EMERGENCY_NUMBERS> = [
  { number: '190', name: 'Police', use: 'Threats, violence, being followed' },
  {
    number: '180',
    name: 'Women’s Helpline',
    use: 'Advice and reports, 24 hours',
  },
  { number: '192', name: 'Ambulance (SAMU)', use: 'Someone is unwell' },
]

export const SAFETY_TOOLS: Translated<typeof portuguese.SAFETY_TOOLS> = {
  help: {
    name: 'I need help',
    does: 'Rings on the staff’s screen: someone is bothering me, I don’t feel well, or I want to leave safely. We say “We told the staff” only when their screen has answered; if nobody has seen it within 5 seconds, we say that too.',
    where: 'In the menu of the list and of the chat.',
    who: 'Only the bar’s staff. You can take it back with “I’m fine now”.',
    kept: 'In the bar’s room, until it is resolved or your visit ends.',
  },
  block: {
    name: 'Block',
    does: 'You disappear for each other at once, from the list, the search and the chat, even if the person makes another profile on the same device.',
    where: 'In the menu beside the person, in the list, on the photo and in the chat.',
    who: 'Nobody is told.',
    kept: 'For 16 hours, or until you undo it in “Your profile”.',
  },
  report: {
    name: 'Report',
    does: 'Tells the staff what happened: harassment, a fake profile, an inappropriate photo, insults, someone who looks underage, or something else. It blocks as well.',
    where: 'In the same menu as “Block”.',
    who: 'The staff see the reason, your words, the names, the tables and the photo. The last 50 messages between you two go along only if you allow it, and only those who run the bar can open them; who did so is recorded. The person does not find out.',
    kept: 'For 90 days, as proof. Then it is erased.',
  },
  notNow: {
    name: 'Not now',
    does: 'Puts away a chat that you did not start. And someone who got no answer can send only three messages.',
    where: 'In the chat, above the field where you write.',
    who: 'Nobody. For the other person nothing changes.',
    kept: 'Until your visit ends.',
  },
}

export const BAR_SEES: typeof portuguese.BAR_SEES = [
  'Who is in the bar: name, table, photo, the interest that you show, and when you were online.',
  'Your messages, never. Only those that someone sent along with a report.',
  'Of your phone number, only those who run the bar see the last digits. The whole number takes a tap, which is recorded.',
  'The staff can end someone’s visit, and the device then stays out of that bar for 16 hours. With another device the person can come back: if you see them, tell the staff.',
]

export const BEFORE_MEETING: typeof portuguese.BEFORE_MEETING = [
  'Nobody checks who is who: name, age and photo are what the person says.',
  'Stay where there are people, and tell someone who you’re with.',
  'Watch your drink, and do not give your phone number or address before you want to.',
  'No means no, at any time.',
]
