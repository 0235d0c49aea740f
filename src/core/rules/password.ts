/** The specification's floor (section 5); an operator may raise it. */
export const passwordLengthMin = 6

/** Long enough for any passphrase; short enough that hashing it is no way to keep the server busy. */
export const passwordLengthMax = 128
