/** Says what is wrong with a value of the user, such as "'Text' " and `what`, and what to do. */
export class InvalidValue extends Error {
	override readonly name = 'InvalidValue';
	readonly remedy: string;
	/** The labels of the fields inside a group that lead to the value. */
	readonly path: readonly string[];
	constructor(what: string, remedy: string, path: readonly string[] = []) {
		super(what);
		this.remedy = remedy;
		this.path = path;
	}
}
