// Globals that Worker and browser share. Only the contract's TypeScript project reads this file.
declare class URL {
  constructor(url: string, base?: string)
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly username: string
  readonly password: string
}
declare function decodeURIComponent(text: string): string
declare function encodeURIComponent(text: string): string
