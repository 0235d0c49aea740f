import { useShown } from './navigation.ts'

/** Runs along the top while a page is fetched; the style sheet moves it. */
export function Progress() {
  const { isLoading } = useShown()
  return <div className="progress" data-testid="progress" data-loading={isLoading} aria-hidden />
}
