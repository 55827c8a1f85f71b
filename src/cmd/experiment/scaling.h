// How much faster a search gets with more threads.
#ifndef CMD_EXPERIMENT_SCALING_H
#define CMD_EXPERIMENT_SCALING_H

#include "cmd/frame/command_options.h"
#include "search/agent.h"

// Prints iterations per second of the agent, from the start of the game, with one thread and with `threads`. The agent
// must have the option threads. False after saying why not.
bool scaling_print(const Options *options, const AgentSetting *setting, const char *agent, int threads);

#endif
