<?php

declare(strict_types=1);

namespace Textloom;

/** Stands for an omitted parameter of a field that null would clear. */
enum Omitted
{
    case Value;
}
