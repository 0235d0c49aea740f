/** The mail server, over a few connections that are kept open: a new one for each mail would cost a handshake every time. */
export type MailServer = {
  send(mail: { to: string; subject: string; text: string; messageId: string }): Promise<void>
  /** Whether it takes mail at all; null where it does, otherwise why not. */
  problem(): Promise<unknown>
  close(): void
}
