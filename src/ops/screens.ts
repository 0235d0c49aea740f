import type { ComponentType } from 'react'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { type Page, type PageProps, pageAt, pages } from './pages.ts'
import type { Screens } from './shell/Frame.tsx'

/** How the code of each page is fetched. */
const loaders: Readonly<Record<Page['path'], () => Promise<ComponentType<PageProps>>>> = {
  '/': async () => (await import('./routes/desk/DeskPage.tsx')).DeskPage,
  '/certifications': async () => (await import('./routes/certifications/CertificationsPage.tsx')).CertificationsPage,
  '/deposits': async () => (await import('./routes/deposits/DepositsPage.tsx')).DepositsPage,
  '/withdrawals': async () => (await import('./routes/withdrawals/WithdrawalsPage.tsx')).WithdrawalsPage,
  '/proposals': async () => (await import('./routes/proposals/ProposalsPage.tsx')).ProposalsPage,
  '/service': async () => (await import('./routes/service/ServicePage.tsx')).ServicePage,
  '/signals': async () => (await import('./routes/signals/SignalsPage.tsx')).SignalsPage,
  '/players': async () => (await import('./routes/players/PlayersPage.tsx')).PlayersPage,
  '/invitations': async () => (await import('./routes/invitations/InvitationsPage.tsx')).InvitationsPage,
  '/operators': async () => (await import('./routes/operators/OperatorsPage.tsx')).OperatorsPage,
  '/games': async () => (await import('./routes/games/GamesPage.tsx')).GamesPage,
  '/witnesses': async () => (await import('./routes/witnesses/WitnessesPage.tsx')).WitnessesPage,
  '/settings': async () => (await import('./routes/settings/SettingsPage.tsx')).SettingsPage,
  '/receiving': async () => (await import('./routes/receiving/ReceivingPage.tsx')).ReceivingPage,
  '/countries': async () => (await import('./routes/countries/CountriesPage.tsx')).CountriesPage,
  '/announcements': async () => (await import('./routes/announcements/AnnouncementsPage.tsx')).AnnouncementsPage,
  '/answers': async () => (await import('./routes/answers/AnswersPage.tsx')).AnswersPage,
  '/texts': async () => (await import('./routes/texts/TextsPage.tsx')).TextsPage,
  '/bets': async () => (await import('./routes/bets/BetsPage.tsx')).BetsPage,
  '/mails': async () => (await import('./routes/mails/MailsPage.tsx')).MailsPage,
  '/reports': async () => (await import('./routes/reports/ReportsPage.tsx')).ReportsPage,
  '/audit': async () => (await import('./routes/audit/AuditPage.tsx')).AuditPage,
  '/own': async () => (await import('./routes/own/OwnPage.tsx')).OwnPage,
}

export const screens: Screens = new Map(pages.map(({ path }) => [path, lazyAgain(loaders[path])]))

/** Fetches the code of the page at a path ahead. Code alone shows nothing to an operator who may not see the page. */
export function prefetch(path: string): void {
  const page = pageAt(path, pages)
  // Where it fails, showing the page fetches it again.
  if (page) loaders[page.path]().catch(() => undefined)
}
