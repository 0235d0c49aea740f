import type { Locale } from '#contract/locales'
import { testPassword } from '#server/testing/person'
import { type Move, goTo, means, press, screen, seen, sheet, stands, type } from './hands.ts'

export const logOut: Move = async ({ world, page }) => {
  await goTo(page, '/my/my')
  const button = screen(page).getByRole('button', { name: world.says('account', 'logout'), exact: true })
  if (!(await seen(button)) || !(await press(button))) return null
  return (await press(sheet(page).getByRole('button', { name: world.says('account', 'logout') }))) ? 'logs out' : null
}

export const logIn: Move = async ({ world, page }) => {
  await goTo(page, '/account/login')
  const field = (name: string) => screen(page).getByLabel(world.says('account', name), { exact: true })
  if (!(await type(field('accountOrEmail'), world.player.account))) return null
  if (!(await type(field('password'), testPassword))) return null
  const button = screen(page).getByRole('button', { name: world.says('account', 'login'), exact: true })
  return (await press(button)) ? 'logs in' : null
}

export const chooseLanguage: Move = async ({ world, page, pick }) => {
  const { model, wire } = world
  // Without a connection only a language that was fetched before can be chosen.
  if (wire.weather.isOffline) return null
  await goTo(page, '/my/language')
  const offered = screen(page).locator('button[lang]')
  if (!(await seen(offered))) return null
  const button = offered.nth(pick % (await offered.count()))
  const locale = (await button.getAttribute('lang')) as Locale
  if (!(await press(button))) return null
  model.formerLocale = model.locale
  model.locale = locale
  return `chooses the language ${locale}`
}

export const changeTheme: Move = async ({ world, page }) => {
  await goTo(page, '/my/my')
  const toggle = screen(page).getByRole('switch', { name: world.says('mine', 'dark') })
  if (!(await seen(toggle)) || !(await press(toggle))) return null
  world.model.isDark = !world.model.isDark
  return `turns the dark theme ${world.model.isDark ? 'on' : 'off'}`
}

export const writeMessage: Move = async ({ world, page, pick }) => {
  await goTo(page, '/kefu/kefu')
  const text = `Message ${world.step}`
  if (!(await type(page.getByLabel(world.says('chat', 'write')), text))) return null
  const button = page.getByRole('button', { name: world.says('chat', 'send'), exact: true })
  const isTwice = pick % 3 === 0
  if (!(await press(button, isTwice ? 'twice' : 'once'))) return null
  means(world, 'POST /service/messages')
  await stands(page)
  return `writes “${text}” to customer service${isTwice ? ', with a double tap' : ''}`
}
