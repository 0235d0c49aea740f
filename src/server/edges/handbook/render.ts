/**
 * The part of Markdown that the handbook uses: headings, paragraphs, lists, bold and emphasised words, code and links. Everything else
 * is shown as it is written, so a mistake can be seen and nothing becomes markup by accident.
 */
export function renderHandbook(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(renderBlock)
    .join('\n')
}

function renderBlock(block: string): string {
  const heading = /^(#{1,3}) (.+)$/.exec(block)
  if (heading) {
    const [, marks, title] = heading as unknown as [string, string, string]
    return `<h${marks.length} id="${anchorOf(title)}">${inline(title)}</h${marks.length}>`
  }
  if (block.startsWith('- ')) {
    const items = block.split(/\n(?=- )/).map((item) => `<li>${inline(item.slice(2))}</li>`)
    return `<ul>${items.join('')}</ul>`
  }
  return `<p>${inline(block)}</p>`
}

/** The name of a heading in a link, as where the documents are read in their repository. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

function inline(text: string): string {
  return escape(text)
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${part.slice(1, -1)}</code>` : words(part)))
    .join('')
}

/** Other documents are not served here, so a link to one becomes the file's name. */
function words(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\((#[\w-]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^\]]+)\]\(([\w./-]+)(?:#[\w-]+)?\)/g, '$1 (<code>docs/$2</code>)')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, '<em>$1</em>')
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
