import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * What a page asked for. A first answer that is under way when something changes may have been read before the change; without an older
 * answer to show meanwhile, the library only waits for it. So one that is shown is followed by another.
 */
export class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const underWay = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const first = underWay.filter((query) => query.state.data === undefined && query.isActive())
    const follow = async (query: Query) => {
      // Of this one alone: another's answer may take long.
      await query.promise?.catch(() => undefined)
      if (query.state.data === undefined) return
      // What is under way by now was begun after the change.
      await super.invalidateQueries({ predicate: (each) => each === query }, { ...options, cancelRefetch: false })
    }
    await Promise.all([super.invalidateQueries(filters, options), ...first.map(follow)])
  }
}
