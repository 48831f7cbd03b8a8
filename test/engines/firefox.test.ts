import { startFirefox } from './firefox.ts'
import { playEvening } from './play-evening.ts'

playEvening('Firefox', (home) => startFirefox('firefox-esr', home))
