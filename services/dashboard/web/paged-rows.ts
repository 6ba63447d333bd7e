import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';

/** One page of a long list. The cursor of the next page is empty after the last one. */
export type LoadedPage<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string };

/** A long list, newest row first, as far as its pages have been loaded. */
export type PagedRows<Row> = {
  readonly rows: readonly Row[];
  /** Whether the first page has arrived. */
  readonly isLoaded: boolean;
  /** Why the first page or the next one could not be loaded. */
  readonly error: Error | null;
  readonly hasOlder: boolean;
  /** Loads the next page, unless it is on its way already or the list is complete. */
  readonly loadOlder: () => void;
  /** Whether the server reported a change while older pages were open. The list does not move until the reader asks. */
  readonly hasNewer: boolean;
  /** Starts again with the newest page. */
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
    // The server reports each change, so only a report makes the list stale.
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
 * Returns whether data are those of a long list with more than its newest page. Such a list must not load again by itself: it
 * would ask for every page, and its rows would move under the reader.
 */
export function hasOlderPages(data: unknown): boolean {
  const pages = (data as Partial<InfiniteData<unknown>> | undefined)?.pages;
  return Array.isArray(pages) && pages.length > 1;
}
