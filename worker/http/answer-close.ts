/**
 * Ends a socket that its client has closed: the platform answers a close only for sockets that do not
 * hibernate. The code is the client's word and may be one that cannot be sent.
 */
export function answerClose(socket: WebSocket, code: number): void {
  const isSendable = code === 1000 || (code >= 3000 && code <= 4999)
  socket.close(isSendable ? code : 1000)
}
