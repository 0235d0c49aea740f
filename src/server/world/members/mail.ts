/** The mail server, over a pool of connections: a new connection for each mail would cost a handshake. */
export type MailServer = {
  send(mail: { to: string; subject: string; text: string; messageId: string }): Promise<void>
  /** Why the server takes no mail at all; null where it does. */
  problem(): Promise<unknown>
  close(): void
}
