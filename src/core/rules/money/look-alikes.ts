/** Letters of other scripts that nobody can tell from Latin ones, each before the Latin letter it poses as. */
const pairs =
  'АAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSԌGԚQԜW' +
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵv' +
  'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvρpαaιiκkυuχx'

const latin = new Map(pairs.match(/../gu)!.map((pair) => [pair[0]!, pair[1]!]))

/** Invisible characters, which would only hide what stands between them. */
const unseen = /[\p{Cf}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/gu

const chineseDigits = '〇一二三四五六七八九'

/** A text as it looks, in Latin letters and the digits 0 to 9 wherever it only looks like them. */
export function asItLooks(text: string): string {
  return text
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(/[〇零一二三四五六七八九]/g, (sign) => String(chineseDigits.indexOf(sign === '零' ? '〇' : sign)))
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => latin.get(letter) ?? letter)
}

/** Every script has its ten digits in one row, from nought to nine. */
function digitOf(sign: string): string {
  const point = sign.codePointAt(0)!
  let first = point
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((point - first) % 10)
}
