import { fallbackLocale, locales } from '#contract/locales'

/** The fallback language first: its text is required. */
export const written = [fallbackLocale, ...locales.filter((each) => each !== fallbackLocale)]
