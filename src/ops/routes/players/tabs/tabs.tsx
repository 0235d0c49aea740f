import type { ComponentType } from 'react'
import type { Capability } from '#contract/console/capabilities'
import type { WordKey } from '../../../i18n/words.ts'
import { PlayerBets, PlayerStatement } from '../PlayerRecords.tsx'
import { Actions } from './Actions.tsx'
import { Conversation } from './Conversation.tsx'
import { Life } from './Life.tsx'
import { Linked } from './Linked.tsx'
import { Papers } from './Papers.tsx'
import { Requests } from './Requests.tsx'
import { Sessions } from './Sessions.tsx'
import { Wallets } from './Wallets.tsx'

type Tab = {
  /** What follows the player's id in the address. */
  readonly path: string
  readonly title: WordKey
  /** Without it the tab is not offered, and the server refuses its call. */
  readonly can?: Capability
  readonly Shown: ComponentType<{ id: string }>
}

/** The parts of a player's file after its first page. Each is fetched when it is opened, since every look is logged. */
export const tabs: readonly Tab[] = [
  { path: 'life', title: 'file.life', Shown: Life },
  { path: 'papers', title: 'file.papers', Shown: Papers },
  { path: 'wallets', title: 'file.wallets', can: 'wallets.view', Shown: Wallets },
  { path: 'linked', title: 'file.linked', Shown: Linked },
  { path: 'requests', title: 'file.requests', Shown: Requests },
  { path: 'statement', title: 'players.statement', Shown: PlayerStatement },
  { path: 'bets', title: 'players.bets', Shown: PlayerBets },
  { path: 'sessions', title: 'file.sessions', Shown: Sessions },
  { path: 'conversation', title: 'file.conversation', can: 'service.view', Shown: Conversation },
  { path: 'actions', title: 'file.actions', can: 'audit.view', Shown: Actions },
]
