import { toast } from '#ui/Toast'
import { copyText } from '#ui/browser/copy-text.ts'
import { useWords } from '../../i18n/words.ts'

/** Copies a text and says so. Where the browser refuses, `select` marks the text on the page, so that it can be copied by hand. */
export function useCopy() {
  const { t } = useWords()
  return async (text: string, select: () => void): Promise<void> => {
    if (await copyText(text)) return toast(t('success.copied'))
    toast(t('copying.refused'), 'bad')
    select()
  }
}

export const selectText = (element: Element | null): void =>
  void (element && getSelection()?.selectAllChildren(element))
