import type { ComponentType } from 'react'
import type { QueueKind } from '#contract/console/desk'
import type { Capability } from '#contract/ops'
import type { WordKey } from './i18n/words.ts'

/** A screen gets what stands behind its path: `/players/…` an id, where there is one. */
export type PageProps = { rest: string }

export type Page = {
  readonly path: `/${string}`
  readonly title: WordKey
  /** Where it stands in the navigation; one's own account is opened from one's name below it. */
  readonly group: 'work' | 'people' | 'house' | 'records' | 'own'
  /** Whoever lacks it does not see the page; none is needed for what everybody may see. */
  readonly can?: Capability
  /** Pressed after G, it opens the page. */
  readonly key: string
  /** The queue of the desk whose length stands beside the title. */
  readonly queue?: QueueKind
  readonly load: () => Promise<ComponentType<PageProps>>
}

/** Every screen of the console, in the order of the navigation. A new one is a folder in `routes` and a line here. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'desk.title',
    group: 'work',
    key: 'h',
    load: async () => (await import('./routes/desk/DeskPage.tsx')).DeskPage,
  },
  {
    path: '/certifications',
    title: 'certifications.title',
    group: 'work',
    can: 'certifications.review',
    key: 'c',
    queue: 'certifications',
    load: async () => (await import('./routes/certifications/CertificationsPage.tsx')).CertificationsPage,
  },
  {
    path: '/deposits',
    title: 'deposits.title',
    group: 'work',
    can: 'deposits.review',
    key: 't',
    queue: 'deposits',
    load: async () => (await import('./routes/deposits/DepositsPage.tsx')).DepositsPage,
  },
  {
    path: '/withdrawals',
    title: 'withdrawals.title',
    group: 'work',
    can: 'withdrawals.review',
    key: 'w',
    queue: 'withdrawals',
    load: async () => (await import('./routes/withdrawals/WithdrawalsPage.tsx')).WithdrawalsPage,
  },
  {
    path: '/proposals',
    title: 'proposals.title',
    group: 'work',
    can: 'proposals.view',
    key: 'o',
    queue: 'proposals',
    load: async () => (await import('./routes/proposals/ProposalsPage.tsx')).ProposalsPage,
  },
  {
    path: '/service',
    title: 'service.title',
    group: 'work',
    can: 'service.view',
    key: 'k',
    queue: 'conversations',
    load: async () => (await import('./routes/service/ServicePage.tsx')).ServicePage,
  },
  {
    path: '/players',
    title: 'players.title',
    group: 'people',
    can: 'players.view',
    key: 'y',
    load: async () => (await import('./routes/players/PlayersPage.tsx')).PlayersPage,
  },
  {
    path: '/invitations',
    title: 'invitations.title',
    group: 'people',
    can: 'invitations.create',
    key: 'i',
    load: async () => (await import('./routes/invitations/InvitationsPage.tsx')).InvitationsPage,
  },
  {
    path: '/operators',
    title: 'operators.title',
    group: 'people',
    can: 'operators.view',
    key: 'e',
    load: async () => (await import('./routes/operators/OperatorsPage.tsx')).OperatorsPage,
  },
  {
    path: '/games',
    title: 'games.title',
    group: 'house',
    can: 'games.view',
    key: 'd',
    load: async () => (await import('./routes/games/GamesPage.tsx')).GamesPage,
  },
  {
    path: '/settings',
    title: 'settings.title',
    group: 'house',
    can: 'settings.view',
    key: 's',
    load: async () => (await import('./routes/settings/SettingsPage.tsx')).SettingsPage,
  },
  {
    path: '/receiving',
    title: 'receiving.title',
    group: 'house',
    can: 'receiving.view',
    key: 'b',
    load: async () => (await import('./routes/receiving/ReceivingPage.tsx')).ReceivingPage,
  },
  {
    path: '/countries',
    title: 'countries.title',
    group: 'house',
    can: 'settings.view',
    key: 'u',
    load: async () => (await import('./routes/countries/CountriesPage.tsx')).CountriesPage,
  },
  {
    path: '/announcements',
    title: 'announcements.title',
    group: 'house',
    can: 'texts.view',
    key: 'n',
    load: async () => (await import('./routes/announcements/AnnouncementsPage.tsx')).AnnouncementsPage,
  },
  {
    path: '/answers',
    title: 'answers.title',
    group: 'house',
    can: 'service.answers',
    key: 'q',
    load: async () => (await import('./routes/answers/AnswersPage.tsx')).AnswersPage,
  },
  {
    path: '/texts',
    title: 'texts.title',
    group: 'house',
    can: 'texts.view',
    key: 'x',
    load: async () => (await import('./routes/texts/TextsPage.tsx')).TextsPage,
  },
  {
    path: '/mails',
    title: 'mails.title',
    group: 'records',
    can: 'mails.view',
    key: 'm',
    load: async () => (await import('./routes/mails/MailsPage.tsx')).MailsPage,
  },
  {
    path: '/reports',
    title: 'reports.title',
    group: 'records',
    can: 'reports.view',
    key: 'f',
    load: async () => (await import('./routes/reports/ReportsPage.tsx')).ReportsPage,
  },
  {
    path: '/audit',
    title: 'audit.title',
    group: 'records',
    can: 'audit.view',
    key: 'a',
    load: async () => (await import('./routes/audit/AuditPage.tsx')).AuditPage,
  },
  {
    path: '/own',
    title: 'own.title',
    group: 'own',
    key: 'z',
    load: async () => (await import('./routes/own/OwnPage.tsx')).OwnPage,
  },
]
