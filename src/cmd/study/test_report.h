// What a survey of random games says to a designer, as a JSON object and as text made from it.
#ifndef CMD_STUDY_TEST_REPORT_H
#define CMD_STUDY_TEST_REPORT_H

#include "play/playout/survey.h"

#include <jansson.h>

// The figures, the rules with how often each was begun, and the findings. source is the text of the description, or
// NULL where rules have no places (.rbg).
json_t *test_report(const Survey *survey, const Source *source, uint64_t seed);

// Whether a finding says that the game is broken rather than odd.
bool test_report_broken(const json_t *report);

// As text; all: rules that were begun are listed too.
void test_report_print(const json_t *report, bool all);

#endif
