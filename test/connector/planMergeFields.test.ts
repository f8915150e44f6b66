import { describe, expect, it } from '@jest/globals';
import { planMergeFields } from '@textloom/shared/connector/planMergeFields';

describe('the merge fields of a text in a workflow', () => {
  const theirs = 'Repeat: {{notes}}';

  it.each([
    ['only the author typed', { text: 'Hi {{first_name|there}}' }, 'Hi {{first_name|there}}'],
    ['nobody typed', { text: 'Hi Ann' }, 'Hi {{42__name}}'],
    ['the author typed without their default', { text: 'Hi {{plan|pro}}' }, 'Hi {{plan|}}'],
    ['the author wants', { text: theirs, merge_fields: true }, undefined],
  ])('are replaced as usual if %s them', (_case, written, typed) =>
    expect(planMergeFields(written, typed)).toEqual({ text: written.text }),
  );

  it.each([undefined, '{{42__text}}', 'Hi {{first_name}}'])(
    'stay as they are if the author typed %j and somebody else wrote them',
    (typed) =>
      expect(planMergeFields({ text: theirs }, typed)).toEqual({
        text: theirs,
        merge_fields: false,
      }),
  );

  it.each([
    ['{{notes}}', '{ {notes}}'],
    ['{{notes|none}}', '{ {notes|none}}'],
    ['{{first_name|{{notes}}}}', '{{first_name|{ {notes}}}}'],
    ['{{{notes}}}', '{{ {notes}}}'],
  ])('lose their meaning in %s next to those that the author typed', (written, broken) =>
    expect(
      planMergeFields({ text: `Hi {{first_name}}: ${written}` }, 'Hi {{first_name}}: {{42__text}}'),
    ).toEqual({ text: `Hi {{first_name}}: ${broken}` }),
  );
});
