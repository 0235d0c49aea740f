import type { QueueKind } from '#contract/console/desk'
import type { Capability } from '#contract/console/capabilities'
import type { WordKey } from './i18n/words.ts'

/** A screen gets what follows the page's path: for `/players/…`, the player's id. */
export type PageProps = { rest: string }

type Described = {
  readonly path: string
  readonly title: WordKey
  /** Its group in the navigation; the operator's own account is opened from the link below it. */
  readonly group: 'work' | 'people' | 'house' | 'records' | 'own'
  /** The capability that the page needs; operators without it do not see the page. */
  readonly can?: Capability
  /** Pressed after G, it opens the page. */
  readonly key: string
  /** The queue whose length is shown beside the title. */
  readonly queue?: QueueKind
}

/**
 * Every page of the console, in the order of the navigation. A new one also gets a folder in `routes` and a line in
 * `screens.ts`.
 */
const table = [
  { path: '/', title: 'desk.title', group: 'work', key: 'h' },
  {
    path: '/certifications',
    title: 'certifications.title',
    group: 'work',
    can: 'certifications.review',
    key: 'c',
    queue: 'certifications',
  },
  { path: '/deposits', title: 'deposits.title', group: 'work', can: 'deposits.review', key: 't', queue: 'deposits' },
  {
    path: '/withdrawals',
    title: 'withdrawals.title',
    group: 'work',
    can: 'withdrawals.review',
    key: 'w',
    queue: 'withdrawals',
  },
  { path: '/proposals', title: 'proposals.title', group: 'work', can: 'proposals.view', key: 'o', queue: 'proposals' },
  { path: '/service', title: 'service.title', group: 'work', can: 'service.view', key: 'k', queue: 'conversations' },
  { path: '/signals', title: 'signals.title', group: 'work', can: 'signals.view', key: 'r', queue: 'signals' },
  { path: '/players', title: 'players.title', group: 'people', can: 'players.view', key: 'y' },
  { path: '/invitations', title: 'invitations.title', group: 'people', can: 'invitations.view', key: 'i' },
  { path: '/operators', title: 'operators.title', group: 'people', can: 'operators.view', key: 'e' },
  { path: '/games', title: 'games.title', group: 'house', can: 'games.view', key: 'd' },
  { path: '/witnesses', title: 'witnesses.title', group: 'house', can: 'games.view', key: 'v' },
  { path: '/settings', title: 'settings.title', group: 'house', can: 'settings.view', key: 's' },
  { path: '/receiving', title: 'receiving.title', group: 'house', can: 'receiving.view', key: 'b' },
  { path: '/countries', title: 'countries.title', group: 'house', can: 'settings.view', key: 'u' },
  { path: '/announcements', title: 'announcements.title', group: 'house', can: 'texts.view', key: 'n' },
  { path: '/answers', title: 'answers.title', group: 'house', can: 'service.answers', key: 'q' },
  { path: '/texts', title: 'texts.title', group: 'house', can: 'texts.view', key: 'x' },
  { path: '/bets', title: 'bets.title', group: 'records', can: 'reports.view', key: 'l' },
  { path: '/mails', title: 'mails.title', group: 'records', can: 'mails.view', key: 'm' },
  { path: '/reports', title: 'reports.title', group: 'records', can: 'reports.view', key: 'f' },
  { path: '/audit', title: 'audit.title', group: 'records', can: 'audit.view', key: 'a' },
  { path: '/own', title: 'own.title', group: 'own', key: 'z' },
] as const satisfies readonly Described[]

export type Page = Described & { readonly path: (typeof table)[number]['path'] }

export const pages: readonly Page[] = table

/** The page at a path, among those that somebody may see. */
export function pageAt(path: string, offered: readonly Page[]): Page | undefined {
  return offered.find((page) => path === page.path || (page.path !== '/' && path.startsWith(`${page.path}/`)))
}
