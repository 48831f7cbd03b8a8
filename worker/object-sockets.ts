/** A hibernating socket must answer a close itself. The client's code may not be allowed to send. */
export function answerClose(socket: WebSocket, code: number): void {
  const isSendable = code === 1000 || (code >= 3000 && code <= 4999)
  socket.close(isSendable ? code : 1000)
}

export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === WebSocket.OPEN
}

/**
 * Returns when the client last pinged, in milliseconds since 1970, or 0 for never. The platform
 * answers pings without waking the object, and keeps the socket of a sleeping laptop open for ever.
 */
export function lastPingAt(ctx: DurableObjectState, socket: WebSocket): number {
  return ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
}
