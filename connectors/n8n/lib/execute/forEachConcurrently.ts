/**
 * Does the work for 0 … count-1, at most `size` at a time. After the first failure it starts no more
 * work, lets running work finish, and rejects with the failure of the lowest index.
 */
export async function forEachConcurrently(
	count: number,
	size: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	const failures = new Map<number, unknown>();
	let next = 0;
	const worker = async () => {
		while (next < count && failures.size === 0) {
			const index = next++;
			await work(index).catch((failure: unknown) => failures.set(index, failure));
		}
	};
	await Promise.all(Array.from({ length: Math.min(size, count) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
}
