/** Sources of an earlier commit (earlier-sources.ts). Nothing else of them is used. */
declare module '#earlier/worker/index.ts' {
  export { BarRoom, default, Monitor, NoticeSender } from '#worker/index.ts'
}
declare module '#earlier/worker/auth/tokens.ts' {
  export { hashSecret, mintSessionToken } from '#worker/auth/tokens.ts'
}
