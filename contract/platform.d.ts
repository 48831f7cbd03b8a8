// The few globals that both the Worker and the browser have and the contract uses. Only the
// contract's own TypeScript project reads this file; the other worlds bring their full types.
declare class URL {
  constructor(url: string, base?: string)
  readonly origin: string
  readonly pathname: string
  readonly username: string
  readonly password: string
}
declare function decodeURIComponent(text: string): string
declare function encodeURIComponent(text: string): string
