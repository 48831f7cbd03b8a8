import { TIMINGS } from '#contract/timings.ts'

/** How long a link to set a password is good. */
export const LINK_MINUTES = TIMINGS.passwordLinkMs / 60_000

/** The `--help` of each npm command, also printed after an unknown argument. */
export const USAGE = {
  start: `npm start    builds the app and serves it on this machine, on its own data

PORT and HOST choose the address.`,

  dev: `npm run dev    serves the app on the same data and reloads what changes

PORT and HOST choose the address.`,

  demo: `npm run demo [-- --people N --bars N]

A living evening on the local server: people arrive, talk, lock their phones and leave, until
Ctrl+C. Uses the server that runs (npm start), or starts one. At most 300 people and 10 bars.`,

  admin: `npm run admin -- create EMAIL     adds an administrator
npm run admin -- list             shows every account, those of the bars' own people too
npm run admin -- password EMAIL   sets a new password and ends the sessions
npm run admin -- remove EMAIL     removes an account

Each works on the local database; with --remote on the deployed one, with --env NAME on that of
another environment. There create and password print a link on which the password is set, good once
and for ${LINK_MINUTES} minutes.`,

  reset: 'npm run reset    empties the local data; refuses while the app runs',

  build: 'npm run build    builds page and Worker into dist/; refuses while the app runs',

  deploy: `npm run deploy                      puts this checkout online
npm run deploy -- --env staging     beside it, with a Worker, database and bucket of its own
npm run deploy -- --dry-run         says what it would do, and uploads nothing
npm run deploy -- --address URL     where the site answers, if not where wrangler.toml says`,

  backup: `npm run backup [-- [FOLDER] [--env NAME]]    copies bars, accounts, numbers, acts and pictures of bars

Goes on in a FOLDER where an earlier run broke off.`,

  restore: 'npm run restore -- FOLDER [--env NAME]    puts a copy into an empty deployment',

  'verify:remote': `npm run verify:remote                      asks the deployed site, and writes down what it answered
npm run verify:remote -- --env staging
npm run verify:remote -- --address URL`,

  trace: `npm run trace -- 'LINE'                   says where in the source a logged error arose
npm run trace < FILE                      the same for lines of the log, or for a stack, in a file
npm run trace -- --build NAME 'STACK'     for a stack of another build than the newest

A line is taken whole, as the log shows it. The quotes around LINE are part of the command.`,

  test: 'npm test    runs everything: check, build and every test; refuses while the app runs',

  'test:unit':
    'npm run test:unit [-- FILE]    runs the tests in workerd and in Node that need no build',

  'test:engines': `npm run test:engines    plays the evening and opens every page in Firefox and in WebKit

In every language, with pictures in test-results/engines; \`npm test\` opens them in Portuguese alone.

Installs them on Debian as root; elsewhere it says what to install.`,

  'test:full': `npm run test:full [-- NAME]    runs the large tests, which take hours

A part of a file's name runs that file, \`mutants\` the defences.`,

  mutants: `npm run mutants [-- ROW-OR-PATH]    switches off each defence once, to see a test fail

\`T13\` tries the defences of that row of docs/security.md, \`worker/db/\` those below that folder.`,

  bench: `npm run bench [-- NAME]    measures the budgets of docs/performance.md, or the one of that name

The first run installs what only benches need.`,

  screens: `npm run screens [-- -g SCENE]    builds, and draws every screen in every state into .local/screens

SCREENS=all draws every size and theme.`,

  icons: 'npm run icons    draws public/*.svg as the PNG files that phones want',

  check: 'npm run check    lints, and checks formatting, types and lock files; changes nothing',

  fix: 'npm run fix    formats, and mends what can be mended safely',

  types: 'npm run types    writes worker/env.d.ts from wrangler.toml',

  'workerd-set': `npm run workerd-set    asks the registry for the newest tools that share one workerd

Prints the command that installs wrangler, both plugins and Miniflare at those versions.`,
} as const
