import * as betting from './moves/betting.ts'
import type { Move } from './moves/hands.ts'
import * as money from './moves/money.ts'
import * as person from './moves/person.ts'
import * as ways from './moves/ways.ts'
import * as weather from './moves/weather.ts'

/** Everything that can happen in a walk, each with how often it comes. */
const table = {
  followLink: [ways.followLink, 8],
  useTabBar: [ways.useTabBar, 4],
  goBack: [ways.goBack, 5],
  goForward: [ways.goForward, 2],
  reload: [ways.reload, 3],
  typeAddress: [ways.typeAddress, 4],
  openGame: [betting.openGame, 3],
  choose: [betting.choose, 6],
  changeStake: [betting.changeStake, 3],
  buy: [betting.buy, 6],
  buyWithDoubleTap: [betting.buyWithDoubleTap, 4],
  buyAndLeave: [betting.buyAndLeave, 3],
  buyInBothTabs: [betting.buyInBothTabs, 2],
  askAboutSlip: [betting.askAboutSlip, 3],
  closeSheet: [betting.closeSheet, 4],
  topUp: [money.topUp, 2],
  withdraw: [money.withdraw, 3],
  addWallet: [money.addWallet, 2],
  setLimit: [money.setLimit, 2],
  writeMessage: [person.writeMessage, 3],
  chooseLanguage: [person.chooseLanguage, 2],
  changeTheme: [person.changeTheme, 2],
  logOut: [person.logOut, 2],
  logIn: [person.logIn, 5],
  loseConnection: [weather.loseConnection, 2],
  regainConnection: [weather.regainConnection, 6],
  slowDown: [weather.slowDown, 2],
  speedUp: [weather.speedUp, 3],
  loseNextAnswer: [weather.loseNextAnswer, 4],
  letDrawsPass: [weather.letDrawsPass, 2],
} as const satisfies Record<string, readonly [Move, number]>

export type MoveName = keyof typeof table

const names = Object.keys(table) as MoveName[]

export const moves = Object.fromEntries(names.map((name) => [name, table[name][0]])) as Record<MoveName, Move>

export const weights = Object.fromEntries(names.map((name) => [name, table[name][1]])) as Record<MoveName, number>
