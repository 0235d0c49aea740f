import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type ESTree, type Plugin, defineConfig, parseAst } from 'vite'

const tags = ['$initial' as const]

/** What keeps answers, what checks them, and the calls: the player app evaluates them in a task of their own, before its frame. */
const answers = { name: 'answers', tags, test: /node_modules.(@tanstack|zod)|src.(contract|core)[/\\]/, priority: 10 }

/** Two static apps from one configuration: `vite build --mode web`, `vite build --mode ops`. */
export default defineConfig(({ mode }) => {
  const app = mode === 'ops' ? 'ops' : 'web'
  const root = fileURLToPath(new URL(`./src/${app}`, import.meta.url))
  return {
    root,
    plugins: [react(), tailwindcss(), fetchTogether, plainIcons],
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    worker: { format: 'es', plugins: () => [withoutMessages] },
    build: {
      outDir: fileURLToPath(new URL(`./dist/${app}`, import.meta.url)),
      emptyOutDir: true,
      target: 'es2023',
      manifest: true,
      // Nothing is inlined: the content policy lets only files of our own in.
      assetsInlineLimit: 0,
      // A page that brought styles of its own would have to wait for them.
      cssCodeSplit: false,
      modulePreload: {
        polyfill: false,
        // The frame is there before any page is asked for.
        resolveDependencies: (_, files) =>
          files.filter((file) => !/(frame|react|answers|rolldown-runtime)-/.test(file)),
      },
      rolldownOptions: {
        ...(app === 'web' && { input: [`${root}/index.html`, `${root}/react-first.ts`] }),
        output: {
          // A dozen small files compress worse than one and ask more often; and each is named in the frame, whoever needs it.
          codeSplitting: {
            groups: [
              // The player app evaluates it in a task of its own, so that none of the first tasks is long.
              {
                name: 'react',
                tags: ['$initial'],
                test: /node_modules.(react|react-dom|scheduler)[/\\]/,
                priority: 10,
              },
              ...(app === 'web' ? [answers] : []),
              // What stands around every screen. The entry itself stays out, since the build's manifest is read by its name.
              {
                name: 'frame',
                tags: ['$initial'],
                test: /node_modules|src.(?!(web|ops).(main|index|react-first))/,
                priority: 9,
              },
              // What many screens share: the games' rules, the widgets, and what forms are made with.
              {
                name: 'games',
                test: /core.(games|rules.(exposure|payout|stake))|i18n.(plays|bet-text|odds)/,
                minShareCount: 2,
              },
              // Apart from the widgets: what needs one icon does not evaluate all of them.
              { name: 'icons', test: /lucide/, minShareCount: 4 },
              { name: 'widgets', test: /src.(ui|web.(shell|state|i18n)).(?!form)/, minShareCount: 5 },
              { name: 'forms', test: /react-hook-form|shell.form|ui.Field/, minShareCount: 2 },
            ],
          },
        },
      },
    },
  }
})

/** Stands in for Vite's own way to fetch a page together with what it imports, which is ten times as long. */
const fetchTogether: Plugin = {
  name: 'fetch-together',
  apply: 'build',
  enforce: 'pre',
  load: {
    order: 'pre',
    handler: (id) =>
      id.includes('vite/preload-helper')
        ? `export const __vitePreload = (load, files) => {
             for (const file of files)
               document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
             return load()
           }`
        : null,
  },
}

/** Stands in for the icons' own way to draw themselves, which knows ten settings: here all are decoration and have a class. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  enforce: 'pre',
  load: {
    order: 'pre',
    handler: (id) =>
      id.endsWith('lucide-react/dist/esm/createLucideIcon.mjs')
        ? `import { createElement } from 'react'
           const look = {
             width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round'
           }
           export default ({ node }) => (props) =>
             createElement('svg', { ...look, ...props }, node.map(([tag, its]) => createElement(tag, its)))`
        : null,
  },
}

/** Checks of the library for curves: their last argument names, in an error's message, what was checked. */
const titled = new Set('aarray abool abytes afunction anumber aobject asafenumber validateObject'.split(' '))

/** What that library can do and no check uses: to sign, to check many signatures at once, other signatures and other ways to hash. */
const unused = new Set(
  [
    'keygen getPublicKey sign verifyBatch aggregatePublicKeys aggregateSignatures LongSignature toRawBytes',
    'encodeToCurve mapToCurve hashToScalar fromBigSix fromBigTwelve hasEvenY',
  ].flatMap((names) => names.split(' ')),
)

/**
 * What errors say is read by nobody in a worker, and costs a phone two kilobytes of the checker. Beacons sign in the group G1, so the
 * constants for hashing into G2 are of no use either; nor is what signs.
 */
const withoutMessages: Plugin = {
  name: 'without-messages',
  apply: 'build',
  transform: {
    order: 'post',
    handler: (code) => {
      const changes: { start: number; end: number; by: string }[] = []
      const look = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return
        const { type, argument } = node as ESTree.ThrowStatement
        if (type === 'ThrowStatement' && argument.type === 'NewExpression')
          return void changes.push({ start: argument.start, end: argument.end, by: 'Error()' })
        const { id, init } = node as ESTree.VariableDeclarator
        if (id?.type === 'Identifier' && id.name === 'isogenyMapG2' && init)
          return void changes.push({ start: init.start, end: init.end, by: 'null' })
        const { type: kind, key, shorthand, start, end } = node as ESTree.ObjectProperty
        const isMember = kind === 'Property' ? !shorthand : (kind as string) === 'MethodDefinition'
        if (isMember && key.type === 'Identifier' && unused.has(key.name))
          return void changes.push({ start, end, by: kind === 'Property' ? `${key.name}: null` : '' })
        const { callee, arguments: given } = node as ESTree.CallExpression
        const [before, last] = callee?.type === 'Identifier' && titled.has(callee.name) ? given.slice(-2) : []
        if (before && last?.type === 'Literal' && typeof last.value === 'string')
          changes.push({ start: before.end, end: last.end, by: '' })
        Object.values(node).forEach(look)
      }
      look(parseAst(code))
      return changes
        .toSorted((one, other) => other.start - one.start)
        .reduce((so, { start, end, by }) => so.slice(0, start) + by + so.slice(end), code)
    },
  },
}
