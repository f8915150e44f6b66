import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

/** The context of a node that an agent or an MCP server calls as a tool, with one item. */
interface ToolContext extends IExecuteFunctions {
	readonly cloneWith: (replacements: {
		readonly runIndex: number;
		readonly inputData: INodeExecutionData[][];
	}) => ToolContext;
}

/** Recognizes a tool by a method that no other context has. `isToolExecution` needs a newer n8n. */
export const isTool = (context: IExecuteFunctions): context is ToolContext =>
	'cloneWith' in context;

/**
 * Returns a context that reads the input of this call. n8n can give a call the run index of an
 * earlier one: in old versions for each pass of a loop, and in newer ones if an agent works on
 * several items at the same time. `$fromAI` then reads the input of the earlier call, so the
 * earlier recipient would get the text.
 */
export function withOwnInput(context: IExecuteFunctions): IExecuteFunctions {
	if (!isTool(context)) return context;
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
