let typed = ''

/**
 * The name somebody registered, recovered or typed just now, so that the screens around logging in need not ask again.
 */
export const lastAccount = {
  get: () => typed,
  set: (account: string) => {
    typed = account
  },
}
