import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Found, findAnything, foundKinds } from '#contract/console/people/search'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Key } from '../../parts/Button.tsx'
import { Problem } from '../../parts/Form.tsx'
import { useMay } from '../me.ts'
import { useShortcuts } from '../shortcuts.ts'
import { FoundLine } from './FoundLine.tsx'
import { useSettled } from './settled.ts'

const shortest = 3

/** One field over everything that the operator may see. `/` leads to it; arrow keys and Enter choose, Escape closes. */
export function SearchBox() {
  return useMay('players.view') ? <Search /> : null
}

function Search() {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // Every search is logged, so it waits until somebody has finished typing.
  const [text, settle] = useSettled(typed.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', text],
    queryFn: () => call(findAnything, { text }),
    enabled: isOpen && text.length >= shortest,
    staleTime: 30_000,
  })
  useShortcuts({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const isSettled = text === typed.trim()
  const isShown = isOpen && typed.trim().length >= shortest
  const items = isSettled && data ? data.items : []
  const close = () => {
    setOpen(false)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  /** The field and the lines below it are one row of places; the arrow keys walk along it. */
  const step = (by: number) => {
    const places = [field.current!, ...box.current!.querySelectorAll('a')]
    const here = places.findIndex((each) => each === document.activeElement)
    places[(here + by + places.length) % places.length]?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const act = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Escape: close }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const enter = () => {
    if (isSettled && items.length > 0) box.current?.querySelector('a')?.click()
    else settle()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!box.current?.contains(relatedTarget)) setOpen(false)
  }
  return (
    <search className="relative mb-4 block max-w-2xl">
      <div ref={box} onBlur={leave}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            enter()
          }}
        >
          <input
            ref={field}
            type="search"
            aria-label={t('search.label')}
            placeholder={t('search.hint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            className="min-h-9 w-full rounded-lg border border-line bg-surface pr-10 pl-3 text-sm text-text placeholder:text-quiet"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setOpen(true)
            }}
            onFocus={() => setOpen(true)}
            onKeyDown={press}
          />
        </form>
        {typed ? null : (
          <span className="pointer-events-none absolute top-0 right-3 flex h-9 items-center text-quiet">
            <Key>/</Key>
          </span>
        )}
        {isShown ? (
          <section
            aria-label={t('search.found')}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-lg"
          >
            <Problem error={isSettled ? error : null} />
            <output className="block px-2 text-sm text-quiet">
              {said({ isWaiting: !isSettled || isFetching, isFailed: error !== null, count: items.length })}
            </output>
            <Groups
              items={items}
              more={data?.more ?? []}
              onKeyDown={press}
              onOpen={() => {
                setTyped('')
                close()
              }}
            />
            <p className="px-2 pt-1 text-xs text-quiet">{t('search.logged')}</p>
          </section>
        ) : null}
      </div>
    </search>
  )
}

function said({ isWaiting, isFailed, count }: { isWaiting: boolean; isFailed: boolean; count: number }): string {
  if (isWaiting) return t('search.searching')
  if (isFailed) return ''
  return count === 0 ? t('search.nothing') : t('search.count', { count: String(count) })
}

type GroupsProps = {
  items: readonly Found[]
  more: readonly Found['kind'][]
  onKeyDown: (event: KeyboardEvent) => void
  onOpen: () => void
}

function Groups({ items, more, onKeyDown, onOpen }: GroupsProps) {
  const id = useId()
  return foundKinds.map((kind) => {
    const own = items.filter((each) => each.kind === kind)
    return own.length === 0 ? null : (
      <div key={kind} className="mb-1">
        <p id={`${id}-${kind}`} className="px-2 py-1 text-xs text-quiet">
          {t(`search.kind.${kind}`)}
          {more.includes(kind) ? ` · ${t('search.more', { count: String(own.length) })}` : ''}
        </p>
        <ul aria-labelledby={`${id}-${kind}`}>
          {own.map((found) => (
            <li key={found.id}>
              <FoundLine found={found} onKeyDown={onKeyDown} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
