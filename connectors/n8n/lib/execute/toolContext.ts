import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { addAdvice, isNodeError } from '../connection/errors.ts';

/** The context of a tool that an agent up to version 2 or an MCP server calls directly. */
interface DirectContext extends IExecuteFunctions {
	readonly cloneWith: (replacements: {
		readonly runIndex: number;
		readonly inputData: INodeExecutionData[][];
	}) => DirectContext;
}

/** Recognizes the context by a method that no other has. `isToolExecution` needs a newer n8n. */
export const isDirect = (context: IExecuteFunctions): context is DirectContext =>
	'cloneWith' in context;

/**
 * Recognizes a call of the node as a tool, which has one item. For agents since version 3, the engine
 * runs the node like any other, and marks it.
 */
export const isTool = (context: IExecuteFunctions): boolean =>
	isDirect(context) || context.getNode().rewireOutputLogTo === NodeConnectionTypes.AiTool;

/**
 * Returns a context that reads the input of this call. n8n can give a call the run index of an
 * earlier one: in old versions for each pass of a loop, and in newer ones if an agent works on
 * several items at the same time. `$fromAI` then reads the input of the earlier call, so the
 * earlier recipient would get the text.
 */
export function withOwnInput(context: IExecuteFunctions): IExecuteFunctions {
	if (!isDirect(context)) return context;
	const items = context.getInputData();
	const parameters = JSON.stringify(context.getNode().parameters);
	const isOwn = Object.entries(items[0]?.json ?? {})
		.filter(([name]) => parameters.includes(name))
		.every(([name, value]) => {
			const read = context.evaluateExpression(`{{ $fromAI(${JSON.stringify(name)}) }}`, 0);
			return JSON.stringify(read ?? null) === JSON.stringify(value ?? null);
		});
	if (isOwn) return context;
	const { index } = context.addInputData(NodeConnectionTypes.AiTool, [items]);
	return context.cloneWith({ runIndex: index, inputData: [items] });
}

/**
 * Runs the node. An agent since version 3 gets only the message of an error, so the message of a tool
 * also says what to do. n8n adds this to the errors of a direct call itself. If the error stops the
 * workflow, no agent gets it.
 */
export async function tellAgent<T>(context: IExecuteFunctions, run: () => Promise<T>): Promise<T> {
	try {
		return await run();
	} catch (error) {
		const isForAgent = isTool(context) && !isDirect(context);
		if (isForAgent && isNodeError(error) && context.getNode().onError !== 'stopWorkflow')
			addAdvice(error);
		throw error;
	}
}
