import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, createElement, useRef, useState } from 'react'
import { signOutOperator } from '#contract/ops'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { ToastRegion } from '#ui/Toast'
import { call } from '../client.ts'
import { chooseLanguage, consoleLocales, spoken, t } from '../i18n/words.ts'
import { type Page, type PageProps, pageAt, pages } from '../pages.ts'
import { Button, Key } from '../parts/Button.tsx'
import { Problem } from '../parts/Form.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useDeskNews } from './desk-news.ts'
import { deskQuery } from './desk-query.ts'
import { useRowWalk } from './row-walk.ts'
import { useLeavingFields, useShortcuts } from './shortcuts.ts'
import { type Me, MeContext } from './me.ts'
import { Link, go, usePath } from './place.tsx'
import { SearchBox } from './search/SearchBox.tsx'
import { theme } from './theme.ts'

/** The screen of each page. They are handed in: screens import this folder, so it cannot import them. */
export type Screens = ReadonlyMap<Page['path'], ComponentType<PageProps>>

type Props = { me: Me; screens: Screens; onLeave: () => void }

/** The frame of every page: the navigation with the queues' lengths, and the operator's own links. */
export function Frame({ me, screens, onLeave }: Props) {
  const path = usePath()
  const offered = pages.filter(({ can }) => !can || me.can.includes(can))
  const page = pageAt(path, offered)
  usePageShortcuts(offered)
  useRowWalk()
  useLeavingFields()
  return (
    <MeContext value={me}>
      <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr] md:grid-cols-[220px_1fr] md:grid-rows-1">
        <Side me={me} offered={offered} page={page} onLeave={onLeave} />
        <main className="min-w-0 p-3 md:p-6">
          <SearchBox />
          {page ? (
            <ErrorBoundary at={path} fallback={<BrokenPage />}>
              <Suspense fallback={<p className="text-sm text-quiet">{t('loading')}</p>}>
                {createElement(screens.get(page.path)!, { key: page.path, rest: path.slice(page.path.length + 1) })}
              </Suspense>
            </ErrorBoundary>
          ) : (
            <p>{t('notHere')}</p>
          )}
        </main>
      </div>
      <ConfirmDialog />
      <ToastRegion />
    </MeContext>
  )
}

/** A page whose code could not be fetched, as after an update of the server, or that could not be drawn. */
function BrokenPage() {
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p>{t('broken')}</p>
      <Button look="brand" onClick={() => location.reload()}>
        {t('loadAgain')}
      </Button>
    </div>
  )
}

/** G and then a letter open a page; after 1.5 seconds the letter has its own meaning again. */
function usePageShortcuts(offered: readonly Page[]): void {
  const pressedMs = useRef(0)
  const jump = (path: string) => () => {
    if (Date.now() - pressedMs.current >= 1_500) return false
    go(path)
    pressedMs.current = 0
    return true
  }
  useShortcuts({
    g: () => {
      pressedMs.current = Date.now()
    },
    ...Object.fromEntries(offered.map(({ key, path }) => [key, jump(path)])),
  })
}

type SideProps = { me: Me; offered: readonly Page[]; page: Page | undefined; onLeave: () => void }

function Side({ me, offered, page, onLeave }: SideProps) {
  const leave = useMutation({ mutationFn: () => call(signOutOperator, {}), onSuccess: onLeave })
  const { data: desk } = useQuery(deskQuery)
  useDeskNews(desk)
  const waiting = new Map(desk?.queues.map(({ kind, waiting }) => [kind, waiting]))
  const path = usePath()
  // On a phone the sections are opened by a button, and closed by going to one of them.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const shown = openedAt === path ? 'flex' : 'hidden md:flex'
  return (
    <header className="flex flex-col gap-4 border-b border-line bg-surface p-3 md:sticky md:top-0 md:h-dvh md:border-r md:border-b-0">
      <div className="flex items-center justify-between gap-2 px-2 md:pt-1">
        <p className="text-base font-bold">{t('title')}</p>
        <Button
          className="md:hidden"
          aria-expanded={openedAt === path}
          onClick={() => setOpenedAt(openedAt === path ? null : path)}
        >
          {t('nav.label')}
        </Button>
      </div>
      <nav aria-label={t('nav.label')} className={`-mx-1 min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 ${shown}`}>
        {(['work', 'people', 'house', 'records'] as const).map((group) => {
          const members = offered.filter((each) => each.group === group)
          return members.length === 0 ? null : (
            <div key={group}>
              <p className="px-2 text-xs text-quiet">{t(`nav.${group}`)}</p>
              <ul>
                {members.map((each) => (
                  <li key={each.path}>
                    <NavLink page={each} isHere={each === page} count={each.queue ? waiting.get(each.queue) : 0} />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </nav>
      <Problem error={leave.error} />
      <div className={`max-h-[60dvh] flex-col gap-2 overflow-y-auto border-t border-line px-2 pt-3 text-sm ${shown}`}>
        <p>
          {t('signedInAs', { name: me.name })}
          <br />
          <span className="text-quiet">{t('role', { role: t(`role.${me.role}`) })}</span>
        </p>
        <Link to="/own" className="text-brand underline" aria-current={page?.path === '/own' ? 'page' : undefined}>
          {t('own.title')}
        </Link>
        <Preferences />
        <Button disabled={leave.isPending} onClick={() => leave.mutate()}>
          {t('logout')}
        </Button>
      </div>
    </header>
  )
}

function NavLink({ page, isHere, count = 0 }: { page: Page; isHere: boolean; count?: number | undefined }) {
  return (
    <Link
      to={page.path}
      aria-current={isHere ? 'page' : undefined}
      className={`flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm ${isHere ? 'bg-brand-soft font-semibold text-brand' : 'hover:bg-brand-soft/60'}`}
    >
      <span className="flex-1">{t(page.title)}</span>
      {count > 0 ? (
        <span className="rounded-full bg-brand px-1.5 text-xs font-semibold text-brand-text tabular-nums">{count}</span>
      ) : null}
      <span className="flex text-quiet">
        <Key>{page.key.toUpperCase()}</Key>
      </span>
    </Link>
  )
}

function Preferences() {
  const other = theme.use() === 'dark' ? 'light' : 'dark'
  const [isHelping, setHelping] = useState(false)
  useShortcuts({ '?': () => setHelping(!isHelping) })
  return (
    <>
      <select
        aria-label={t('language')}
        className="min-h-8 rounded-lg border border-line bg-surface px-1 text-sm"
        value={spoken()}
        onChange={(event) => chooseLanguage(event.target.value)}
      >
        {Object.entries(consoleLocales).map(([locale, name]) => (
          <option key={locale} value={locale}>
            {name}
          </option>
        ))}
      </select>
      <div className="grid grid-cols-[1fr_auto] gap-2 whitespace-nowrap">
        <Button onClick={() => theme.choose(other)}>{t(`theme.${other}`)}</Button>
        <Button hint="?" aria-expanded={isHelping} onClick={() => setHelping(!isHelping)}>
          {t('keys.title')}
        </Button>
      </div>
      {isHelping ? (
        <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-quiet">
          <li>{t('keys.list')}</li>
          <li>{t('keys.case')}</li>
          <li>{t('keys.conversation')}</li>
          <li>{t('keys.go')}</li>
          <li>{t('keys.search')}</li>
          <li>{t('keys.tabs')}</li>
          <li>{t('keys.field')}</li>
        </ul>
      ) : null}
    </>
  )
}
