// Prints the inputs of every function of the installed package by resource, as JSON, from its types.
import { createRequire } from 'node:module';
import { Textloom } from 'textloom';

const require = createRequire(import.meta.url);
const ts = require(process.env.TYPESCRIPT);
const types = require.resolve('textloom').replace('.cjs', '.d.cts');
const program = ts.createProgram([types], { strict: true, noLib: true, types: [] });
const checker = program.getTypeChecker();
const exported = checker.getExportsOfModule(
  checker.getSymbolAtLocation(program.getSourceFile(types)),
);
const client = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === 'Textloom'));

const getType = (symbol) => checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
const expand = (parameter) =>
  ['params', 'options'].includes(parameter.name)
    ? getType(parameter)
        .getProperties()
        .map(({ name }) => name)
        .filter((name) => !['signal', 'onResponse'].includes(name))
    : [parameter.name];

const surface = {};
for (const [resource, functions] of Object.entries(
  new Textloom({ apiKey: 'a', baseUrl: 'http://a/v1' }),
)) {
  const declared = getType(client.getProperty(resource));
  surface[resource] = {};
  for (const name of Object.keys(functions)) {
    const [signature] = getType(declared.getProperty(name)).getCallSignatures();
    surface[resource][name] = signature.getParameters().flatMap(expand);
  }
  const missing = declared.getProperties().filter(({ name }) => !(name in functions));
  if (missing.length > 0) throw new Error(`${resource} has no ${missing[0].name}`);
}
console.log(JSON.stringify(surface));
