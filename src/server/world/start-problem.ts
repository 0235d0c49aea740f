/** A problem that the person at the terminal can fix, so it is printed as a sentence, without a stack trace. */
export class StartProblem extends Error {}
