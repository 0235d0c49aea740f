import { readFile, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { refusalTextKeys, successes } from '#contract/refusals'
import { loadNames, loadTexts } from '#contract/texts'
import { games } from '#core/games/catalogue'
import { allMarkets } from '#core/games/families'
import { playCode } from '#core/games/market'
import { arrows, circles, readImports } from '../scripts/structure/imports.ts'
import { featureArrows, partOf, serverLayers, upwardArrows, zones } from '../scripts/structure/layers.ts'
import { pages } from '../src/web/pages.ts'

/** Checks properties of the source itself. */
async function filesBelow(...folders: string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })))
  return found.flat().flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : []))
}

const sources = (await filesBelow('src', 'tests', 'e2e', 'scripts', 'bench', 'verify')).filter((path) =>
  /\.tsx?$/.test(path),
)
const read = new Map(await Promise.all(sources.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
const here = 'tests/tidy.test.ts'
const schema = 'src/server/db/schema'

/** Every line that matches, as `file:line`, except in this file and in those that may have it. */
function lines(pattern: RegExp, mayHave: RegExp = /^$/): string[] {
  return [...read].flatMap(([path, text]) =>
    path === here || mayHave.test(path)
      ? []
      : text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  )
}

type Words = { [key: string]: string | Words }

function leaves(words: Words, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
  )
}

const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map((match) => match[0]).sort()

/** A text with a count has one key per plural form of its language. */
const pluralForm = /_(zero|one|two|few|many|other)$/

function formsFor(keys: readonly string[], locale: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return keys.flatMap((key) => {
    const base = key.replace(pluralForm, '')
    if (base === key || !keys.includes(`${base}_other`)) return [key]
    return key.endsWith('_other') ? pluralCategories.map((form) => `${base}_${form}`) : []
  })
}

async function expectParity(locale: string, load: (locale: string) => Promise<Words>) {
  const [english, own] = [new Map(leaves(await load('en'))), new Map(leaves(await load(locale)))]
  expect([...own.keys()].sort()).toEqual(formsFor([...english.keys()], locale).sort())
  for (const [key, text] of own) {
    expect(text.trim(), `${locale} ${key}`).not.toBe('')
    // The form for one may leave the number out: "a day" says as much as "1 day".
    if (/_(zero|one|two)$/.test(key)) continue
    const model = english.get(key) ?? english.get(key.replace(pluralForm, '_other'))!
    expect(places(text), `${locale} ${key}`).toEqual(places(model))
  }
}

const readWords = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Words

describe('texts', () => {
  test.each(locales)('%s has a sentence for every refusal, success and game', async (locale) => {
    const { default: texts } = await loadTexts[locale]()
    expect(Object.keys(texts.refusal).sort()).toEqual(refusalTextKeys().sort())
    const { default: names } = await loadNames[locale]()
    expect(Object.keys(names.success).sort()).toEqual([...successes].sort())
    expect(Object.keys(names.game).sort()).toEqual(games.map((game) => game.code).sort())
  })

  test.each(locales)('%s has every text of the screens, with the same placeholders', async (locale) => {
    await expectParity(locale, (each) => readWords(`src/web/i18n/locales/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/web/i18n/locales/screens/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/contract/texts/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/contract/names/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/contract/mails/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/contract/plays/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/contract/service/texts/${each}.json`))
  })

  test.each(locales)('%s has every text of the page about us, and no more', async (locale) => {
    const folder = 'src/web/routes/my/about'
    await expectParity(locale, (each) => readWords(`${folder}/texts/${each}.json`))
    const page = [...read].flatMap(([path, text]) => (path.startsWith(folder) ? [text] : [])).join('\n')
    const unused = leaves(await readWords(`${folder}/texts/${locale}.json`)).filter(
      ([key]) => !new RegExp(`says\\.${key}\\b`).test(page),
    )
    expect(unused).toEqual([])
  })

  test.each(locales)('%s has every text for newcomers', async (locale) => {
    await expectParity(locale, (each) => readWords(`src/web/routes/index/first/texts/${each}.json`))
  })

  test.each(locales)('%s has every text of the pages about draws and rules, for every market', async (locale) => {
    await expectParity(locale, (each) => readWords(`src/web/routes/fair/drawId/texts/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/web/routes/fair/owed/texts/${each}.json`))
    await expectParity(locale, (each) => readWords(`src/web/routes/play/rules/texts/${each}.json`))
    const { markets } = await readWords(`src/web/routes/play/rules/texts/${locale}.json`)
    const told = leaves(markets as Words).map(([key]) => key)
    expect(told.sort()).toEqual(allMarkets.map((market) => playCode(market, null)).sort())
  })

  test.each(['en', 'zh-CN', 'vi'])('%s has every text of the console', async (locale) => {
    await expectParity(locale, (each) => readWords(`src/ops/i18n/locales/${each}.json`))
  })

  test('every text of the screens is used', async () => {
    const screens = [...read]
      .filter(([path]) => path.startsWith('src/web'))
      .map(([, text]) => text)
      .join('\n')
    const words = {
      ...(await readWords('src/web/i18n/locales/en.json')),
      ...(await readWords('src/web/i18n/locales/screens/en.json')),
    }
    const unused = leaves(words).filter(([key]) => !screens.includes(`'${key.replace(pluralForm, '')}'`))
    expect(unused).toEqual([])
  })
})

describe('structure', () => {
  test('every screen has its folder and every folder its line in the route table', async () => {
    const files = (await filesBelow('src/web/routes')).filter((path) => path.endsWith('Page.tsx'))
    const folders = files.map((path) => dirname(path).replace('src/web/routes', '')).sort()
    const expected = pages
      .map(({ path }) => (path === '/' ? '/index' : path === '*' ? '/not-found' : path.replace(':', '')))
      .sort()
    expect(folders).toEqual(expected)
  })

  test('the schema: tables say why they are there, a file holds one function, migrations are numbered without a gap', async () => {
    const order = await readFile(`${schema}/baseline.sql`, 'utf8')
    const included = [...order.matchAll(/^\\ir (\S+)$/gm)].map(([, path]) => path!)
    expect(included.toSorted()).toEqual([...new Set(included)].toSorted())
    const subjects = (await readdir(schema)).filter((name) => name.endsWith('.sql') && name !== 'baseline.sql')
    expect(included.filter((path) => !path.startsWith('functions/')).toSorted()).toEqual(subjects.toSorted())
    for (const name of subjects) {
      const text = await readFile(`${schema}/${name}`, 'utf8')
      expect(text, name).toMatch(/^-- [A-Z].+/)
      expect(text, name).not.toMatch(/create (or replace )?function/)
      const unexplained = /(?<!^--.*\n)^create table \w+/gm
      expect(text.match(unexplained) ?? [], `${name}: a table opens with the reason for it`).toEqual([])
    }
    for (const file of await readdir(`${schema}/functions`)) {
      const text = await readFile(`${schema}/functions/${file}`, 'utf8')
      expect(text.match(/create or replace function \w+/g)).toEqual([
        `create or replace function ${file.replace('.sql', '')}`,
      ])
      expect(text, file).toMatch(/^-- [A-Z].+/)
      const statements = text.replaceAll(/--.*/g, '')
      expect(statements, `${file}: an alias is a noun`).not.toMatch(/(\bas|\)) (given|one|made|each)\b/)
    }
    const migrations = (await readdir('src/server/db/migrations')).filter((name) => name !== 'README.md').sort()
    for (const [at, name] of migrations.entries()) {
      expect(name).toMatch(new RegExp(`^${String(at + 1).padStart(4, '0')}-[a-z-]+\\.sql$`))
      expect(await readFile(`src/server/db/migrations/${name}`, 'utf8')).toMatch(
        /^-- beside: .+\n(-- outside a transaction\n)?-- [A-Z].+/,
      )
    }
  })

  test('no folder holds more than fifteen sources, beside their tests', () => {
    const perFolder = Map.groupBy(
      sources.filter((path) => !/\.test\.tsx?$/.test(path)),
      (path) => dirname(path),
    )
    expect([...perFolder].filter(([, files]) => files.length > 15).map(([folder]) => folder)).toEqual([])
  })

  test('every advisory lock has a number of its own, and who shares one is written down', async () => {
    const shared: Readonly<Record<string, readonly string[]>> = {
      7261002: ['hub.ts', 'tell_players.sql'],
      7261003: ['period-lock.ts', 'place_bets.sql', 'place_repeat_order.sql'],
      7261034: ['forget_player_sums.sql', 'roll_up_players.sql'],
      7261035: ['forget_review_days.sql', 'roll_up_reviews.sql'],
    }
    const functions = 'src/server/db/schema/functions'
    const texts: (readonly [string, string])[] = [...read].filter(
      ([path]) => path.startsWith('src/server/') && !path.endsWith('.test.ts'),
    )
    for (const name of await readdir(functions)) texts.push([name, await readFile(`${functions}/${name}`, 'utf8')])
    const used = texts.flatMap(([path, text]) =>
      [...text.matchAll(/\b7_?261_?\d{3}\b/g)].map(([number]) => [number.replaceAll('_', ''), basename(path)] as const),
    )
    const perNumber = Map.groupBy(used, ([number]) => number)
    expect(perNumber.size).toBeGreaterThan(15)
    for (const [number, uses] of perNumber) {
      const files = [...new Set(uses.map(([, file]) => file))].toSorted()
      if (files.length > 1) expect([number, files]).toEqual([number, shared[number]])
    }
  })

  test('names say what a thing is', () => {
    const vague = /^(utils?|helpers?|misc|common|manager|service|data|info)(\.|-|$)/
    expect(sources.filter((path) => vague.test(basename(path)))).toEqual([])
  })

  test('imports inside a zone are relative, across zones by name, and never climb three folders', () => {
    expect(
      lines(/from '(\.\.\/){3,}(?!scripts\/)/, /\.test\.tsx?$|^src\/((web|ops)\/routes|server\/features\/bets)/),
    ).toEqual([])
    // Betting is one home with a folder for each step, so its files lie one folder deeper.
    expect(lines(/from '(\.\.\/){4,}/, /\.test\.tsx?$|^(?!src\/server\/features\/bets)/)).toEqual([])
    for (const zone of ['core', 'contract', 'server', 'ui']) {
      expect(
        [...read]
          .filter(([path, text]) => path.startsWith(`src/${zone}/`) && text.includes(`from '#${zone}/`))
          .map(([path]) => path),
      ).toEqual([])
    }
  })
})

describe('imports', () => {
  test('no file imports itself by way of others, types included', async () => {
    expect(circles(await readImports(zones.layers.flat()))).toEqual([])
  })

  test('imports between zones, and between layers of the server, lead downwards', async () => {
    const imports = await readImports(zones.layers.flat())
    expect(upwardArrows(imports, zones)).toEqual([])
    expect(upwardArrows(imports, serverLayers)).toEqual([])
  })

  test('no service and no feature imports itself by way of others', async () => {
    const imports = await readImports(['src/server'])
    const between = arrows(imports, (file) => partOf(file) ?? '')
    between.delete('')
    expect(circles(new Map([...between].map(([from, to]) => [from, [...to.keys()].filter(Boolean)])))).toEqual([])
  })

  test('a feature imports from another only what is written down, and nothing is written down that it does not', async () => {
    const between = arrows(await readImports(['src/server']), (file) => partOf(file) ?? '')
    const found = [...between].flatMap(([from, to]) => {
      const others = [...to.keys()].filter((each) => each.startsWith('features/'))
      return from.startsWith('features/') && others.length > 0
        ? [[from.slice(9), others.map((each) => each.slice(9)).sort()] as const]
        : []
    })
    expect(Object.fromEntries(found)).toEqual(featureArrows)
  })

  test('what lives as long as the application is a member of it, not of a module', () => {
    // A transaction remembers what to do after its commit; a cluster belongs to its folder; a thread has no application.
    const may = /^src\/server\/(db\/(database|embedded)|.*-worker|testing\/.*)\.ts$|\.test\.ts$|^(?!src\/server\/)/
    expect(lines(/^(const|let) \w+(: [^=]+)? = new (Weak)?(Map|Set)(<.*>)?\(\)/, may)).toEqual([])
  })
})

describe('money', () => {
  test('an amount is never a number', () => {
    expect(lines(/\b\w*[cC]ents\??: number\b/)).toEqual([])
    expect(lines(/parseFloat|toFixed\(2\)/)).toEqual([])
  })

  test('text and integers become cents only in core, at the wire and in the ledger', () => {
    expect(
      lines(/ as Cents\b/, /^src\/(core|server\/services\/ledger)\/|^src\/contract\/wire\.ts$|\.test\.ts$|testing\//),
    ).toEqual([])
  })

  test('the schema has no fractions', async () => {
    for (const path of await filesBelow(schema, 'src/server/db/migrations')) {
      const statements = (await readFile(path, 'utf8')).replaceAll(/--.*|^\\ir .*/gm, '')
      expect(statements, path).not.toMatch(/\b(numeric|decimal|real|double precision|money)\b/)
    }
  })

  test('balances and entries are written by the database’s functions, each called in one place', () => {
    expect(
      lines(/(updateTable|insertInto|deleteFrom)\('(account|entry|transfer|seal|rollup|bet|betting|settlement)'\)/),
    ).toEqual([])
    expect(lines(/post_transfer\(/, /^src\/server\/services\/ledger\/post\.ts$|\.test\.ts$/)).toEqual([])
    expect(lines(/seal_entries\(/, /^src\/server\/services\/ledger\/seal\.ts$/)).toEqual([])
    const payers =
      /^src\/server\/features\/bets\/(placing\/place-batch|settling\/settle-period|rebates\/pay-rebates)\.ts$|\.test\.ts$/
    expect(lines(/(place_bets|settle_bets|pay_rebates)\(/, payers)).toEqual([])
  })
})

describe('honesty', () => {
  test('nothing is skipped, suppressed without a reason, or left for later without a number', () => {
    expect(lines(/\b(test|it|describe)\.(skip|only|todo|fails)\b/)).toEqual([])
    expect(lines(/@ts-(ignore|nocheck|expect-error)|\bas any\b|: any *[,;)=>|\]}]/)).toEqual([])
    expect(lines(/(oxlint|eslint)-disable(?!.* -- \S)/)).toEqual([])
    expect(lines(/\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/)).toEqual([])
  })

  test('SQL is never built from text that came from outside', () => {
    expect(lines(/sql\.raw\(/, /\.test\.ts$/)).toEqual([])
  })

  test('what may be done, and until when, is told to players by the server’s clock: a phone’s may be wrong', () => {
    // The reality check measures a span of the phone's own.
    const may = /^(?!src\/web\/(routes\/(my|pay|play)|shell\/protection)\/)|RealityCheck\.tsx$|\.test\.tsx?$/
    expect(lines(/\bDate\.now\b|\buseNow\b/, may)).toEqual([])
  })

  test('only the app reads randomness and the clock', () => {
    const own =
      /^src\/server\/(world\/clock|world\/random|main)\.ts$|testing\/|\.test\.tsx?$|^(e2e|bench|scripts|tests|verify)\/|^src\/(web|ops|ui)\//
    expect(
      lines(/Date\.now\(\)|new Date\(\)|Math\.random\(|randomUUID\(/, own).filter(
        (line) => !line.startsWith('src/server/db/embedded.ts'),
      ),
    ).toEqual([])
  })
})
