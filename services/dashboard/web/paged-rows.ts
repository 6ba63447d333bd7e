import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';

/** One page of a long list. `nextCursor` is empty on the last page. */
export type LoadedPage<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string };

/** The loaded part of a long list, newest row first. */
export type PagedRows<Row> = {
  readonly rows: readonly Row[];
  /** Whether the first page has arrived. */
  readonly isLoaded: boolean;
  /** The error of loading the first page or the next one. */
  readonly error: Error | null;
  readonly hasOlder: boolean;
  /** Loads the next page, unless it is loading already or the list is complete. */
  readonly loadOlder: () => void;
  /**
   * Whether the server reported a change while older pages were open. The list then changes only when the reader asks
   * for it.
   */
  readonly hasNewer: boolean;
  /** Reloads the list from its newest page. */
  readonly showNewest: () => void;
};

/** Returns the rows of a long list below an account. `fetchPage` gets an empty cursor for the first page. */
export function usePagedRows<Row>(
  queryKey: readonly unknown[],
  fetchPage: (cursor: string) => Promise<LoadedPage<Row>>,
): PagedRows<Row> {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    // The server reports each change, so the loaded list is up to date until a report arrives.
    staleTime: Infinity,
  });
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap(({ rows }) => rows),
    isLoaded: query.data !== undefined,
    error: query.error,
    hasOlder: query.hasNextPage,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) {
        void query.fetchNextPage();
      }
    },
    hasNewer: query.isStale && hasOlderPages(query.data) && !query.isFetching,
    showNewest: () => {
      client.setQueryData<InfiniteData<LoadedPage<Row>>>(queryKey, (data) =>
        data === undefined ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      );
      void client.invalidateQueries({ queryKey });
    },
  };
}

/**
 * Returns whether `data` holds more than the newest page of a long list. Such a list must not reload by itself. A
 * reload would request every page and move the rows while somebody reads them.
 */
export function hasOlderPages(data: unknown): boolean {
  const pages = (data as Partial<InfiniteData<unknown>> | undefined)?.pages;
  return Array.isArray(pages) && pages.length > 1;
}
