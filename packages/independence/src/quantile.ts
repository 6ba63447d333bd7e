/**
 * Returns the number that would be at index `place` if the array were sorted; NaN for an empty array. Reorders the
 * array, which is faster than sorting it.
 */
function select(numbers: Float64Array, place: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const pivot = numbers[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((numbers[left] ?? 0) < pivot) {
        left++;
      }
      while ((numbers[right] ?? 0) > pivot) {
        right--;
      }
      if (left > right) {
        break;
      }
      const kept = numbers[left] ?? 0;
      numbers[left++] = numbers[right] ?? 0;
      numbers[right--] = kept;
    }
    if (place <= right) {
      high = right;
    } else if (place >= left) {
      low = left;
    } else {
      break;
    }
  }
  return numbers[place] ?? Number.NaN;
}

/**
 * Returns the median, and the upper of the two middle numbers of an even count; NaN for an empty array. Reorders the
 * array.
 */
export function median(numbers: Float64Array): number {
  return select(numbers, numbers.length >> 1);
}

/**
 * Returns a quantile: the number at the rounded-down position `share` (0 to 1) of the sorted numbers. Returns 0 for an
 * empty list.
 */
export function quantile(numbers: ArrayLike<number>, share: number): number {
  const last = numbers.length - 1;
  if (last < 0) {
    return 0;
  }
  const copy = new Float64Array(last + 1);
  copy.set(numbers);
  return select(copy, Math.floor(share * last + 1e-9));
}
