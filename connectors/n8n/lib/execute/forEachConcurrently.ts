/**
 * Does the work for 0 … count-1, at most `size` at a time. After the first failure it starts no more
 * work, lets running work finish, and rejects with the failure of the lowest index.
 *
 * @param toTargets returns what the work is for. Work that shares a target is done in order.
 */
export async function forEachConcurrently(
	count: number,
	size: number,
	work: (index: number) => Promise<void>,
	toTargets: (index: number) => readonly unknown[] = () => [],
): Promise<void> {
	const failures = new Map<number, unknown>();
	const latest = new Map<unknown, Promise<void>>();
	let next = 0;
	const worker = async () => {
		while (next < count && failures.size === 0) {
			const index = next++;
			const targets = toTargets(index);
			// If earlier work fails, this work is not done, and fails with the same error.
			const earlier = new Set(targets.flatMap((target) => latest.get(target) ?? []));
			const done = Promise.all(earlier).then(() => work(index));
			for (const target of targets) latest.set(target, done);
			await done.catch((failure: unknown) => failures.set(index, failure));
		}
	};
	await Promise.all(Array.from({ length: Math.min(size, count) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
}
