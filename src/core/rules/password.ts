/** The specification's floor (section 5); an operator may raise it. */
export const passwordLengthMin = 6

/** Long enough for any passphrase; short enough that hashing it is no way to keep the server busy. */
export const passwordLengthMax = 128

/** What everybody tries first: keyboard walks, runs of digits, years and the words that head every published list. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 9876543210 987654321 87654321 654321 111111 000000 121212 112233 123123
   123321 123654 159753 147258 147258369 147852 789456 789456123 456789 666666 888888 777777 999999 555555 222222 333333 444444
   696969 101010 131313 202020 159357 520520 5201314 1314520 147147 258258 258456 321321 741852 741852963 963852 852456 100200
   11111111 00000000 88888888 12341234 11223344 12344321 123456a a123456 123456aa aa123456 123456abc abc123456 123abc abc123 abcd1234 a1b2c3
   1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc zaq12wsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwerty123456 asdfgh
   asdfghjkl asdf1234 zxcvbn zxcvbnm q1w2e3r4 q1w2e3r4t5 qweasd qweasdzxc qwe123 asd123 zxc123 qwer1234 azerty abcdef abcdefg abcdefgh
   password password1 password12 password123 passw0rd p@ssw0rd p@ssword pass1234 passpass letmein welcome welcome1 admin123 admin1234
   administrator login123 master monkey dragon shadow sunshine princess football baseball basketball superman batman iloveyou iloveu
   loveyou lovely michael jordan jordan23 charlie daniel thomas jessica ashley michelle jennifer andrew joshua matthew robert hunter
   hunter2 soccer hockey killer pepper ginger cookie summer winter spring autumn flower freedom whatever trustno1 starwars pokemon
   naruto computer internet samsung google facebook changeme secret secret123 default guest123 test123 test1234 testing tester qweqwe
   aaaaaa aaaaaaaa zzzzzz xxxxxx asdasd asdasdasd matkhau matkhau123 anhyeuem anhyeuem1 emyeuanh woaini woaini520 woaini1314
   sayang sayangku bismillah kucing indonesia thailand vietnam saigon hanoi korea1234 nihao123 doudou zhang123 wang1234 marseille
   azertyuiop soleil bonjour motdepasse jetaime loulou doudou123 chouchou privet parol123 parolparol lotto123 lottery jackpot lucky888
   lucky123 clearball clearball1 888999 168168 168888 518518`.split(/\s+/),
)

export type PasswordProblem = 'password_short' | 'password_long' | 'password_common'

/**
 * Why a password may not be chosen. Length and guessability alone: rules about kinds of characters make passwords
 * worse.
 */
export function passwordProblem(password: string, lengthMin = passwordLengthMin): PasswordProblem | null {
  if (password.length < lengthMin) return 'password_short'
  if (password.length > passwordLengthMax) return 'password_long'
  return common.has(password.toLowerCase()) || isOneCharacter(password) ? 'password_common' : null
}

function isOneCharacter(password: string): boolean {
  return new Set(password).size === 1
}
