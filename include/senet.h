// Senet's public interface. Every name begins with senet_; nothing else of the library is visible.
// Strings returned are borrowed and stay valid as long as the program runs unless a call says otherwise.
#ifndef SENET_H
#define SENET_H

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library, such as "0.1.0".
const char *senet_version(void);

#ifdef __cplusplus
}
#endif

#endif
