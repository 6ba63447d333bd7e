/** A line of a tree, and the lines below it. */
export type TreeNode = { readonly line: string; readonly children?: readonly TreeNode[] };

/**
 * Returns the lines of a tree, with the characters that connect them.
 * @param indent the text before each line.
 */
export function formatNodes(nodes: readonly TreeNode[], indent: string): string[] {
  return nodes.flatMap((node, index) => {
    const last = index === nodes.length - 1;
    return [
      `${indent}${last ? '└─' : '├─'} ${node.line}`,
      ...formatNodes(node.children ?? [], `${indent}${last ? '   ' : '│  '}`),
    ];
  });
}
