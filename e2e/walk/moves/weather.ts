import { type Move, isBrowsersOwn, stands } from './hands.ts'

/** What happens around the player: the connection, and time. */

export const loseConnection: Move = async ({ world: { wire, context } }) => {
  if (wire.weather.isOffline) return null
  wire.weather.isOffline = true
  await context.setOffline(true)
  return 'loses the connection'
}

export const regainConnection: Move = async ({ world: { wire, context, tabs, model } }) => {
  if (!wire.weather.isOffline) return null
  wire.weather.isOffline = false
  await context.setOffline(false)
  // Without a worker of the app's own, which a walk cannot have, a browser left offline shows a page of its own.
  for (const [tab, page] of tabs.entries())
    if (await isBrowsersOwn(page)) {
      model.chosen[tab]!.clear()
      await page.reload()
      await stands(page)
    }
  return 'has a connection again'
}

export const slowDown: Move = async ({ world: { wire } }) => {
  if (wire.weather.isSlow) return null
  wire.weather.isSlow = true
  return 'gets slow answers from now on'
}

export const speedUp: Move = async ({ world: { wire } }) => {
  if (!wire.weather.isSlow) return null
  wire.weather.isSlow = false
  return 'gets quick answers again'
}

export const loseNextAnswer: Move = async ({ world: { wire } }) => {
  if (wire.weather.losesNext) return null
  wire.weather.losesNext = true
  return 'will not get the answer to the next thing that is sent'
}

export const letDrawsPass: Move = async ({ world, pick }) => {
  const seconds = 20 + (pick % 60)
  await world.live(seconds * 1_000)
  return `lets ${seconds} seconds pass, with what is drawn in them`
}
