import { playEvening } from './play-evening.ts'
import { startWebKit } from './webkit.ts'

playEvening('WebKit', (home) => startWebKit('WebKitWebDriver', home))
