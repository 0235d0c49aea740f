import { readFile } from 'node:fs/promises'
import type { Plugin, Rolldown } from 'vite'

/** Builds `preload.js` from the list of files that each language and each page is made of. */
export function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each): each is Rolldown.OutputChunk => each.type === 'chunk')
      const files: Record<string, string[]> = {}
      for (const { facadeModuleId: module, fileName, imports } of chunks) {
        // Pages one arrives at from outside; the others are fetched from inside the app.
        const page = /\/web\/routes\/(index|account\/\w+)\/\w+Page\.tsx$/.exec(module ?? '')?.[1]
        const words = /\/(i18n\/locales|contract\/names|contract\/texts|screens)\/([\w-]+)\.json$/.exec(module ?? '')
        const [, folder, locale] = words ?? []
        const isOfScreens = folder === 'screens' || folder === 'contract/texts'
        const name = page ? `/${page === 'index' ? '' : page}` : isOfScreens ? `screens ${locale}` : locale
        if (name) (files[name] ??= []).push(fileName, ...imports)
      }
      const source = await readFile(new URL('../../src/web/preload.js', import.meta.url), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'preload.js',
        source: source.replace('__FILES__', JSON.stringify(files)),
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        // There is a page to see before the app runs; its styles come first.
        html: html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
        tags: [{ tag: 'script', attrs: { src: '/preload.js' }, injectTo: 'head-prepend' }],
      }),
    },
  }
}
