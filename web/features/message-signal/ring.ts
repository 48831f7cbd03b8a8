const PARTIALS = [
  { hz: 2_093, loudness: 0.5, seconds: 0.7 },
  { hz: 3_520, loudness: 0.28, seconds: 0.45 },
  { hz: 5_587, loudness: 0.16, seconds: 0.25 },
]
const SECOND_GLASS = { afterSeconds: 0.11, higher: 1.19 }
const VOLUME = 0.22
const ATTACK_SECONDS = 0.004
const RESUMES_WITHIN_MS = 1_000
const VIBRATION_MS = [60, 50, 90]

let audio: AudioContext | undefined

/** Browsers allow sound and vibration only after a user gesture. */
export async function ring(): Promise<boolean> {
  if (navigator.userActivation?.hasBeenActive === false) return false
  navigator.vibrate?.(VIBRATION_MS)
  audio ??= new AudioContext()
  // Phones suspend the audio context while asleep. A refusal may never be answered.
  await Promise.race([audio.resume(), new Promise((go) => setTimeout(go, RESUMES_WITHIN_MS))])
  if (audio.state !== 'running') return false
  clink()
  return true
}

function clink(): void {
  if (!audio) return
  strike(audio, audio.currentTime, 1)
  strike(audio, audio.currentTime + SECOND_GLASS.afterSeconds, SECOND_GLASS.higher)
}

function strike(context: AudioContext, at: number, pitch: number): void {
  for (const { hz, loudness, seconds } of PARTIALS) {
    const tone = new OscillatorNode(context, { frequency: hz * pitch })
    const fade = new GainNode(context, { gain: 0 })
    fade.gain.setValueAtTime(0, at)
    fade.gain.linearRampToValueAtTime(VOLUME * loudness, at + ATTACK_SECONDS)
    fade.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
    tone.connect(fade).connect(context.destination)
    tone.start(at)
    tone.stop(at + seconds)
  }
}
