/** The operator's first public key, set when a site goes live; until then the key comes from `--key`. */
export const pinnedOperatorKey: string | null = null
